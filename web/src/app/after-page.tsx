import InstallButton from '../pwa/install-button.tsx'
import { Offline } from '../pwa/offline.tsx'
import { Toasts } from '../ui/toast.tsx'

export { goOn } from './go-on.ts'
export { whenSessionExpires } from './session-expired.ts'

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
