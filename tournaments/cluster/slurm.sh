#!/bin/bash
# Plays a tournament as Slurm arrays:   ./slurm.sh FILE FOLDER PARTS
# An array plays the parts of what is open. A job that depends on it merges them, and submits the
# next array while pairs are open. The folder must be one that all nodes share.
#SBATCH --output=slurm-%x-%j.log
set -eu
export LUDOTEKA=${LUDOTEKA:-ludoteka}
self=${SELF:-$(realpath "$0")}    # sbatch runs a copy
submit() { SELF=$self sbatch --parsable --export=ALL "$@"; }

case ${SLURM_JOB_NAME-} in
part)
    exec "$LUDOTEKA" tournament "$1" -o "$2" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
        --part "$SLURM_ARRAY_TASK_ID/$3"
    ;;
merge)
    code=0
    "$LUDOTEKA" merge "$2" part-*-of-"$3".jsonl --file "$1" || code=$?
    [ $code = 3 ] || exit $code    # 3: pairs are open
    ;;
esac
array=$(submit --job-name=part --array="1-$3" "$self" "$@")
submit --job-name=merge --dependency="afterany:$array" "$self" "$@"
