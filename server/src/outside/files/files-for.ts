import type { Config } from '#server/config.ts'
import { filesOnDisk } from './disk.ts'
import type { Files } from './files.ts'

/** Where the settings say that pictures lie. The bucket's client is loaded only where there is one: it is large. */
export async function filesFor({ filesUrl, uploadsDir }: Config): Promise<Files> {
  if (!filesUrl) return filesOnDisk(uploadsDir)
  const { filesInBucket } = await import('./bucket.ts')
  return filesInBucket(filesUrl)
}
