#!/bin/bash
# Plays a tournament on machines that ssh reaches, which share no folder; GNU parallel and rsync
# carry the files:   ./parallel.sh FILE FOLDER PARTS HOST,HOST [PROGRAMS]
# Each host plays a part at a time, on all its processors. PROGRAMS is a folder that FILE names.
set -eu
ludoteka=${LUDOTEKA:-ludoteka}
file=$1 folder=$2 parts=$3 hosts=$4
there=ludoteka-parts-$$    # a folder on each host
trap 'parallel --nonall --sshlogin "$hosts" rm -rf "$there"' EXIT
carried=(--basefile "$file" ${5:+--basefile "$5"})
code=3    # pairs are open
while [ $code = 3 ]; do
    parallel --sshlogin "$hosts" --jobs 1 --workdir "$there" "${carried[@]}" \
        --return "part-{}-of-$parts.jsonl" --cleanup \
        "$ludoteka" tournament "$file" -o "$folder" --part "{}/$parts" ::: $(seq "$parts") || true
    code=0
    "$ludoteka" merge "$folder" part-*-of-"$parts".jsonl --file "$file" || code=$?
    # What is merged decides what is open.
    carried=(--basefile "$file" ${5:+--basefile "$5"} --basefile "$folder/")
done
exit $code
