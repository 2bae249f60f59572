# Completes Watchkeeper's command line in fish. The program itself says what can follow (watchkeeper __complete).
# To try it: watchkeeper completion fish | source
function __watchkeeper_ask
    set -l words (commandline -opc)
    set -l program (string replace -r '^(~|\$HOME)(?=/)' $HOME -- $words[1])
    command -q $program; or set program watchkeeper
    command -q $program; or return
    $program __complete $words[2..-1] (string unescape -- (commandline -ct); or commandline -ct) 2>/dev/null
end

# Whether the shell's own completion of files is meant.
function __watchkeeper_wants_files
    contains -- :0 (__watchkeeper_ask)
end

function __watchkeeper_complete
    set -l current (commandline -ct)
    set -l lines (__watchkeeper_ask)
    set -l directive (string match -r '(?<=^:)\d+$' -- $lines[-1])
    or return
    set -e lines[-1]
    if test (math "bitand($directive, 16)") -eq 0
        printf '%s\n' $lines
        return
    end
    # Of --option=folder the folder alone is looked for.
    set -l before (string match -r '^--[^=]*=' -- $current)
    for found in (__fish_complete_directories (string replace -- "$before" '' $current))
        echo "$before$found"
    end
end

complete -c watchkeeper -c kubectl-watchkeeper -n __watchkeeper_wants_files -F
complete -c watchkeeper -c kubectl-watchkeeper -n 'not __watchkeeper_wants_files' -f -a '(__watchkeeper_complete)'
