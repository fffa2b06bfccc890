import type { Page } from '@playwright/test'

/**
 * Returns those of the texts that the browser stores for our origin: in local or session storage, caches or databases.
 * The content of built files is not searched, because it belongs to no user.
 */
export function storedTextsOf(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate(async (texts) => {
    const stored = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat()
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        stored.push(request.url)
        const response = await cache.match(request)
        if (!request.url.includes('/assets/')) stored.push((await response?.text()) ?? '')
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(new Error(name)))
      })
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => reading.addEventListener('success', resolve))
        stored.push(JSON.stringify(reading.result))
      }
      database.close()
    }
    return texts.filter((text) => stored.some((entry) => entry.includes(text)))
  }, texts)
}
