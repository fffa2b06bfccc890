import type { Config } from './config.ts'
import type { Context } from './context.ts'

/** The outside services of a server. */
const SERVICES = ['MAIL_URL', 'PAYMENTS', 'FILES_URL', 'PUBLIC_ORIGIN'] as const
/** Where it runs, which together with them decides who owns the stored pictures. rule: picture-storage-owner */
const PLACE = ['DATABASE_URL', 'DATA_DIR'] as const

type Setting = (typeof SERVICES)[number] | (typeof PLACE)[number]

/** Stores with which outside services this server runs. rule: run-job */
export async function rememberSettings({ db, config }: Context): Promise<void> {
  const services = JSON.stringify(servicesOf(config))
  await db
    .insertInto('server_settings')
    .values({ services })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ services }))
    .execute()
}

/**
 * The variables that differ from those of the server that started last; none if no server has ever started. Where it
 * runs is compared only if asked: elsewhere another address of the same database does no harm.
 */
export async function differingSettings(
  { db, config }: Context,
  { withPlace = false } = {},
): Promise<string[]> {
  const stored = await db.selectFrom('server_settings').select('services').executeTakeFirst()
  if (!stored) return []
  const servers = stored.services as Partial<Record<Setting, string>>
  const own = servicesOf(config)
  const compared: readonly Setting[] = withPlace ? [...SERVICES, ...PLACE] : SERVICES
  // A server of before a variable was stored says nothing about it.
  return compared.filter((name) => servers[name] !== undefined && servers[name] !== own[name])
}

function servicesOf(config: Config): Record<Setting, string> {
  const { mailUrl, payments, filesUrl, publicOrigin, databaseUrl, dataDir } = config
  return {
    MAIL_URL: withoutSecrets(mailUrl),
    PAYMENTS: payments.provider,
    FILES_URL: withoutSecrets(filesUrl),
    PUBLIC_ORIGIN: publicOrigin,
    DATABASE_URL: withoutSecrets(databaseUrl),
    DATA_DIR: filesUrl === undefined ? dataDir : '',
  }
}

/** Scheme, host and path of an address, without name, password and query. The host of a socket is in the query. */
function withoutSecrets(address: string | undefined): string {
  if (address === undefined) return ''
  const { protocol, host, pathname, searchParams } = new URL(address)
  return `${protocol}//${host || (searchParams.get('host') ?? '')}${pathname}`
}
