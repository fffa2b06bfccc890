/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

/** What the server pushes (server/src/features/notifications/notice-push.ts). */
type Pushed = { id: string; title: string; href: string; lang: string }

/** Notices on a device: shows what the server pushed, and leads to it when pressed. */
export function showPushes(): void {
  self.addEventListener('push', (event) => {
    if (!event.data) return
    const { id, title, href, lang } = event.data.json() as Pushed
    const options = { tag: id, lang, icon: '/apple-touch-icon.png', data: { href } }
    event.waitUntil(self.registration.showNotification(title, options))
  })
  self.addEventListener('notificationclick', (event) => {
    const { href } = event.notification.data as Pick<Pushed, 'href'>
    event.notification.close()
    event.waitUntil(open(new URL(href, self.location.origin)))
  })
}

async function open(address: URL): Promise<void> {
  if (address.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => new URL(url).pathname === address.pathname)
  await (there ? there.focus() : self.clients.openWindow(address.href))
}
