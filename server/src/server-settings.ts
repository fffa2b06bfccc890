import type { Config } from './config.ts'
import type { Context } from './context.ts'

type Services = Record<'MAIL_URL' | 'PAYMENTS' | 'FILES_URL' | 'PUBLIC_ORIGIN', string>

/** Stores with which outside services this server runs. rule: run-job */
export async function rememberSettings({ db, config }: Context): Promise<void> {
  const services = JSON.stringify(servicesOf(config))
  await db
    .insertInto('server_settings')
    .values({ services })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ services }))
    .execute()
}

/** The variables that differ from those of the server that started last; none if no server has ever started. */
export async function differingSettings({ db, config }: Context): Promise<string[]> {
  const stored = await db.selectFrom('server_settings').select('services').executeTakeFirst()
  if (!stored) return []
  const servers = stored.services as Services
  return Object.entries(servicesOf(config))
    .filter(([name, value]) => servers[name as keyof Services] !== value)
    .map(([name]) => name)
}

function servicesOf({ mailUrl, payments, filesUrl, publicOrigin }: Config): Services {
  return {
    MAIL_URL: withoutSecrets(mailUrl),
    PAYMENTS: payments.provider,
    FILES_URL: withoutSecrets(filesUrl),
    PUBLIC_ORIGIN: publicOrigin,
  }
}

/** Scheme, host and path of an address, without name, password and query. */
function withoutSecrets(address: string | undefined): string {
  if (address === undefined) return ''
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}
