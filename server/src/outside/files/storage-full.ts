/** Whether a file could not be written because the disk, or the share of it that we may use, is full. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' || isStorageFull(error.cause)
}
