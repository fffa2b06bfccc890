// The service worker's part in notices on a device: shows what the server pushed, and leads to it when pressed.
self.addEventListener('push', (event) => {
  if (!event.data) return
  const { id, title, href, lang } = event.data.json()
  const options = { tag: id, lang, icon: '/apple-touch-icon.png', data: { href } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(new URL(event.notification.data.href, self.location.origin)))
})

async function open(address) {
  if (address.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => new URL(url).pathname === address.pathname)
  await (there ? there.focus() : self.clients.openWindow(address.href))
}
