import InstallButton from './install/install-button.tsx'
import { Offline } from './offline/offline-support.tsx'
import { Toasts } from '#web/ui/toast.tsx'

export { goOn } from './start-after-hydration.ts'
export { whenSessionExpires } from '#web/session/session-expiry.ts'

/** What nobody waits for: it comes after the page. */
export default function AfterPage() {
  return (
    <>
      <Toasts />
      <InstallButton />
      <Offline />
    </>
  )
}
