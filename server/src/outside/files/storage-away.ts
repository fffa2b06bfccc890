/** The bucket cannot be reached, refuses us or answers too late. A retry may succeed. rule: storage-full */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    // The cause may name the bucket or its key, so the log has its kind alone.
    super(`The storage of pictures failed: ${kindOf(cause)}.`)
  }
}

function kindOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'no error'
  const { code } = cause as NodeJS.ErrnoException
  return code === undefined ? cause.name : `${cause.name}, ${code}`
}
