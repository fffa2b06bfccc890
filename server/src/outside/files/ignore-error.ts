/**
 * Makes a handler for `catch`: an error of the file system with this code counts as no answer; all others are thrown.
 */
export function ignoreError(code: string) {
  return (error: unknown): undefined => {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
  }
}
