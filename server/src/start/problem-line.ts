import { databaseLine } from '#server/db/database-line.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'

/** Codes of a folder or file that cannot be made or written. */
const FILE_PROBLEMS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'])

/** One line that a person can act on. An unknown error keeps its stack. Neither contains a connection string. */
export function problemLine(error: unknown): string {
  if (error instanceof StartupProblem) return error.message
  const { code, stack, path, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what runs there, or set PORT.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user. Set PORT to another one.`
  if (path !== undefined && FILE_PROBLEMS.has(code ?? ''))
    return `${path} cannot be written (${code}). Choose another folder with DATA_DIR.`
  const database = databaseLine(error, 'DATABASE_URL')
  if (database) return database
  return `Lustra could not start: ${stack ?? String(error)}`
}
