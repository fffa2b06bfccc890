import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { readOrCreate } from '#server/outside/files/read-or-create.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { newKey, readNamedKeys } from '#server/settings/sealing-keys.ts'
import type { SealingKeys } from '#server/db/seal.ts'

const SETTING = 'VAULT_KEYS'
const FILE = 'vault-keys'
const SHAPE =
  'VAULT_KEYS has to be NAME:KEY,…, each key 32 random bytes in base64 (`openssl rand -base64 32`), the newest before older ones.'

/**
 * The keys of access details: those of the environment; outside production those of DATA_DIR, created at the first
 * start. rule: access-details
 */
export async function loadVaultKeys({
  vaultKeys,
  production,
  dataDir,
}: Pick<Config, 'vaultKeys' | 'production' | 'dataDir'>): Promise<SealingKeys> {
  if (vaultKeys === undefined && production) {
    throw new StartupProblem(`VAULT_KEYS is missing. ${SHAPE}`)
  }
  const text = vaultKeys ?? (await readOrCreate(join(dataDir, FILE), () => `first:${newKey()}\n`))
  const byName = readNamedKeys(text, SHAPE)
  const [newest] = byName.keys()
  if (newest === undefined) throw new StartupProblem(SHAPE)
  return { setting: SETTING, newest, byName }
}
