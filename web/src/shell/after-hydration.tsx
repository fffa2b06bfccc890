import InstallButton from './install/install-button.tsx'
import { OfflineSupport } from './offline/offline-support.tsx'
import { Toasts } from '#web/ui/toast.tsx'

export { startAfterHydration } from './start-after-hydration.ts'
export { handleSessionExpiry } from '#web/session/session-expiry.ts'

/** What nobody waits for: it comes after the page. */
export default function AfterPage() {
  return (
    <>
      <Toasts />
      <InstallButton />
      <OfflineSupport />
    </>
  )
}
