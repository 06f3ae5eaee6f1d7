#!/bin/bash
# Plays a tournament on the workers of a HyperQueue server:   ./hyperqueue.sh FILE FOLDER PARTS
# Each task plays a part on one processor. The folder must be one that all workers share.
set -eu
ludoteka=${LUDOTEKA:-ludoteka}
code=3    # pairs are open
while [ $code = 3 ]; do
    hq submit --wait --array "1-$3" --cpus 1 --stdout none --stderr 'part-%{TASK_ID}.err' -- \
        /bin/bash -c '"$0" tournament "$1" -o "$2" --jobs 1 --part "$HQ_TASK_ID/$3"' \
        "$ludoteka" "$@" || true
    code=0
    "$ludoteka" merge "$2" part-*-of-"$3".jsonl --file "$1" || code=$?
done
exit $code
