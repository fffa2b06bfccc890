/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope

/** The payload of a push (server/src/talk). */
type PushPayload = { id: string; title: string; href: string; lang: string }

const SOMETHING_NEW = {
  en: 'There is something new for you on Lustra',
  pt: 'Há uma novidade para você na Lustra',
  es: 'Hay una novedad para ti en Lustra',
}

/** The general notification for a push without text, which was too long for the push service. rule: push-devices */
function somethingNew(): PushPayload {
  const [language = 'en'] = self.navigator.language.split('-')
  const lang = Object.hasOwn(SOMETHING_NEW, language) ? language : 'en'
  return { id: 'new', title: SOMETHING_NEW[lang as keyof typeof SOMETHING_NEW], href: '/', lang }
}

/** Shows pushed notices as notifications. A click opens the page of the notice. */
export function showPushes(): void {
  self.addEventListener('push', (event) => {
    const { id, title, href, lang } =
      (event.data?.json() as PushPayload | undefined) ?? somethingNew()
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
