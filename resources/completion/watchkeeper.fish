# Completes Watchkeeper's command line in fish. The program itself says what can follow (watchkeeper __complete).
# To try it: watchkeeper completion fish | source
function __watchkeeper_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
    set -l directive (string match -r '(?<=^:)\d+$' -- $lines[-1])
    or return
    set -e lines[-1]
    # Of --option=path the path alone is looked for.
    set -l before (string match -r '^--[^=]*=' -- $current)
    set -l path (string replace -- "$before" '' $current)
    if test (math "bitand($directive, 16)") -ne 0
        for found in (__fish_complete_directories $path)
            echo "$before$found"
        end
    else if test (math "bitand($directive, 4)") -eq 0
        for found in (__fish_complete_path $path)
            echo "$before$found"
        end
    else
        printf '%s\n' $lines
    end
end
complete -c watchkeeper -f -a '(__watchkeeper_complete)'
