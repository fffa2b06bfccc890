/** The disk is full, a quota is used up, or a file is larger than this process may write (`ulimit -f`). */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether a file could not be written because the disk, or the share of it that we may use, is full. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return FULL.has(code ?? '') || isStorageFull(error.cause)
}
