import { open } from 'node:fs/promises'

/** A new name is durable only after its folder is flushed. Windows cannot open a folder, and needs no flush. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
