import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { keepClear, stepsTo } from '#web/ui/clear-position.ts'
import type { Offset } from '#web/ui/clear-position.ts'
import { CloseIcon, drawn } from '#web/ui/pictures/icons.tsx'
import {
  dismissInstallation,
  listenForInstallation,
  isInstallOffered,
  subscribeToInstallation,
} from './installation.ts'

listenForInstallation()

const InstallDialog = lazyPart(() => import('./install-dialog.tsx'))
const InstallIcon = drawn(<path d="M12 4v10m-4-4 4 4 4-4M5 17v2.500h14V17" />)

/** The floating button that offers to install the app. rule: install-button */
export default function InstallButton() {
  const offered = useSyncExternalStore(subscribeToInstallation, isInstallOffered)
  const [open, setOpen] = useState(false)
  if (!offered) return null
  return (
    <>
      <FloatingButton onOpen={() => setOpen(true)} />
      {open && (
        <Suspense>
          <InstallDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function FloatingButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('app')
  const float = useRef<HTMLElement>(null)
  const isSmall = useIsPageInUse()
  useEffect(() => (float.current ? keepClear(float.current, placesFor) : undefined), [])
  return (
    <aside
      ref={float}
      aria-label={t('install.open')}
      className="install-float flex items-center rounded-full border border-line bg-raised shadow-float print:hidden"
    >
      <button
        type="button"
        className={`flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full text-sm font-semibold whitespace-nowrap text-action ${isSmall ? '' : 'pl-4'}`}
        aria-label={t('install.open')}
        onClick={onOpen}
      >
        <InstallIcon />
        {!isSmall && t('install.open')}
      </button>
      {/* The keyboard reaches it of the round icon too. */}
      <button
        type="button"
        className={
          isSmall
            ? 'sr-only'
            : 'grid size-11 place-items-center rounded-full text-soft hover:text-ink'
        }
        aria-label={t('install.dismiss')}
        onClick={dismissInstallation}
      >
        <CloseIcon className="size-4" />
      </button>
    </aside>
  )
}

const SCROLLED_PX = 8
const FIELDS = 'input, textarea, select, [contenteditable]'

/** Whether a field has the focus or the page is scrolled: the button is then a round icon, until it has the focus. */
function useIsPageInUse(): boolean {
  const [isInUse, setInUse] = useState(isPageInUse)
  useEffect(() => {
    // After the next frame: a press that moves the focus is answered before the button is placed anew.
    const update = () => requestAnimationFrame(() => setTimeout(() => setInUse(isPageInUse())))
    window.addEventListener('scroll', update, { passive: true })
    document.addEventListener('focusin', update)
    document.addEventListener('focusout', update)
    return () => {
      window.removeEventListener('scroll', update)
      document.removeEventListener('focusin', update)
      document.removeEventListener('focusout', update)
    }
  }, [])
  return isInUse
}

const isPageInUse = () =>
  (window.scrollY > SCROLLED_PX && !document.activeElement?.closest('.install-float')) ||
  document.activeElement?.matches(FIELDS) === true

/** Further up it would stand in the middle of what is read. */
const REACH = 1 / 2
const HEADER_PX = 72
const OTHER_SIDE_PX = 160

/** Where the button may go: upwards at its side or at the other one, the nearest place first. */
function placesFor(rest: DOMRect, atRight: DOMRect): Offset[] {
  const right = atRight.left - rest.left
  const highest = Math.max(HEADER_PX - rest.top, -window.innerHeight * REACH)
  const sides = stepsTo(highest).flatMap((y) => [
    { x: 0, y },
    { x: right, y, isAtRight: true },
  ])
  const distance = ({ y, isAtRight }: Offset) => -y + (isAtRight ? OTHER_SIDE_PX : 0)
  return sides.toSorted((one, other) => distance(one) - distance(other))
}
