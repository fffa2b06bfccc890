import { join } from 'node:path'
import webPush from 'web-push'
import type { Config } from '#server/config.ts'
import { readOrCreate } from '../files/read-or-create.ts'
import type { VapidKeys } from './vapid-config.ts'

/** The pair of the settings, or that of DATA_DIR, which is made at the first start. rule: push-devices */
export async function vapidKeysOf({ vapidKeys, dataDir }: Config): Promise<VapidKeys> {
  if (vapidKeys) return vapidKeys
  const make = () => `${JSON.stringify(webPush.generateVAPIDKeys())}\n`
  return JSON.parse(await readOrCreate(join(dataDir, 'vapid-keys.json'), make)) as VapidKeys
}
