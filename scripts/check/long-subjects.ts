const SUBJECT_LENGTH_MAX = 72

/** The commits whose subject is too long. `log` has a line for each commit: hash, space, subject. */
export function longSubjectsOf(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const subject = line.slice(line.indexOf(' ') + 1)
    return subject.length > SUBJECT_LENGTH_MAX
      ? [`${line} (${subject.length} characters; at most ${SUBJECT_LENGTH_MAX})`]
      : []
  })
}
