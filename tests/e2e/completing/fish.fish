# What the completion in the first argument offers for the command line in the second.
source $argv[1]
complete -C "$argv[2]" | string replace -r '\t.*' ''
true
