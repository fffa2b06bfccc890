import type { Config } from '#server/config.ts'
import { filesOnDisk } from './disk.ts'
import type { Files } from './files.ts'

/** The configured storage. The bucket's client is large, so it is loaded only when it is used. */
export async function filesFor({ filesUrl, uploadsDir }: Config): Promise<Files> {
  if (!filesUrl) return filesOnDisk(uploadsDir)
  const { filesInBucket } = await import('./bucket.ts')
  return filesInBucket(filesUrl)
}
