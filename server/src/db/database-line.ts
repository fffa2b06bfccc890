const IS_STANDBY = 'The database is a replica, which nothing can be written to.'

const DATABASE_PROBLEMS: Record<string, string> = {
  ECONNREFUSED: 'The database does not respond at its address.',
  ENOTFOUND: "The database's host is not known.",
  ETIMEDOUT: 'The database does not respond at its address.',
  '28P01': 'The database refused the user or the password.',
  '28000': 'The database refused the user.',
  '3D000': 'The database does not exist.',
  EAI_AGAIN: "The database's host is not known.",
  EHOSTUNREACH: 'The database does not respond at its address.',
  ENETUNREACH: 'The database does not respond at its address.',
  ECONNRESET: 'The database ended the connection.',
  '25006': IS_STANDBY,
  '42501':
    'The database user may not make tables: it has to own the database or its schema `public`.',
  '53300':
    'The database has no free connection: raise its max_connections, or lower DATABASE_POOL_MAX.',
  '57P03': 'The database is starting or stopping.',
}

/** Codes of TLS when the certificate of the other side is not trusted. */
const UNTRUSTED = /^(ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/
/** The code says only that the user is refused. The name of the file stands in every translation of the message. */
const REFUSED_BY_FILE = /pg_hba\.conf/
/** pg gives these no code. */
const WITHOUT_TLS = 'The server does not support SSL connections'
const NO_ANSWER = /^(timeout expired|Connection terminated|The database does not answer)/

export function standbyLine(setting: string): string {
  return `${IS_STANDBY} Check ${setting}.`
}

/** The line for an error of a database whose address is in this setting; undefined for any other error. */
export function databaseLine(error: unknown, setting: string): string | undefined {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (UNTRUSTED.test(code))
    return `The database's certificate is not trusted. Check ${setting}: its host, and sslrootcert=FILE.`
  if (message === WITHOUT_TLS)
    return `The database does not encrypt connections. Turn on its ssl. Check ${setting}.`
  if (REFUSED_BY_FILE.test(message)) {
    const tls = message.includes('no encryption')
      ? ' If it asks for TLS, add sslmode=verify-full.'
      : ''
    return `The database refuses this user, database or machine by its pg_hba.conf. Check ${setting} and that file.${tls}`
  }
  const problem = NO_ANSWER.test(message)
    ? 'The database does not answer at its address.'
    : DATABASE_PROBLEMS[code]
  return problem && `${problem} Check ${setting}.`
}
