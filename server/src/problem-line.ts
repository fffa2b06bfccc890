import { StartupProblem } from './startup-problem.ts'

const DATABASE_PROBLEMS: Record<string, string> = {
  ECONNREFUSED: 'The database does not respond at its address.',
  ENOTFOUND: "The database's host is not known.",
  ETIMEDOUT: 'The database does not respond at its address.',
  '28P01': 'The database refused the user or the password.',
  '28000': 'The database refused the user.',
  '3D000': 'The database does not exist.',
  '42501': 'The database user may not make tables.',
}

/** Codes of TLS when the certificate of the other side is not trusted. */
const UNTRUSTED = /^(ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/
/** pg gives it no code. */
const WITHOUT_TLS = 'The server does not support SSL connections'

/** One line that a person can act on. An unknown error keeps its stack. Neither contains a connection string. */
export function problemLine(error: unknown): string {
  if (error instanceof StartupProblem) return error.message
  const { code, stack, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what runs there, or set PORT.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user. Set PORT to another one.`
  if (UNTRUSTED.test(code ?? ''))
    return "The database's certificate is not trusted. Check DATABASE_URL: its host, and sslrootcert=FILE."
  if (error instanceof Error && error.message === WITHOUT_TLS)
    return 'The database does not encrypt connections. Turn on its ssl. Check DATABASE_URL.'
  const database = DATABASE_PROBLEMS[code ?? '']
  if (database) return `${database} Check DATABASE_URL.`
  return `Lustra could not start: ${stack ?? String(error)}`
}
