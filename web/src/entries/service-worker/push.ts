/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

/** The payload of a push (server/src/features/notifications). */
type PushPayload = { id: string; title: string; href: string; lang: string }

/** Shows pushed notices as notifications. A click opens the page of the notice. */
export function showPushes(): void {
  self.addEventListener('push', (event) => {
    if (!event.data) return
    const { id, title, href, lang } = event.data.json() as PushPayload
    const options = { tag: id, lang, icon: '/apple-touch-icon.png', data: { href } }
    event.waitUntil(self.registration.showNotification(title, options))
  })
  self.addEventListener('notificationclick', (event) => {
    const { href } = event.notification.data as Pick<PushPayload, 'href'>
    event.notification.close()
    event.waitUntil(open(new URL(href, self.location.origin)))
  })
}

async function open(address: URL): Promise<void> {
  if (address.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const openWindow = windows.find(({ url }) => new URL(url).pathname === address.pathname)
  await (openWindow ? openWindow.focus() : self.clients.openWindow(address.href))
}
