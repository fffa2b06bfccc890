import { join } from 'node:path'
import webPush from 'web-push'
import type { Config } from '#server/config.ts'
import { madeOnce } from '../files/made-once.ts'
import type { VapidKeys } from './vapid-config.ts'

/** The pair of the settings, or that of DATA_DIR, made at the first start. */
export async function vapidKeysOf({ vapidKeys, dataDir }: Config): Promise<VapidKeys> {
  if (vapidKeys) return vapidKeys
  const make = () => `${JSON.stringify(webPush.generateVAPIDKeys())}\n`
  return JSON.parse(await madeOnce(join(dataDir, 'vapid-keys.json'), make)) as VapidKeys
}
