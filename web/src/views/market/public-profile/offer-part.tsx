import { memo, Suspense, use, useEffect, useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { importWithRetries } from '#web/loading/import-with-retries.ts'
import { withStatus } from '#web/loading/promise-status.ts'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { useServerValue } from '#web/ui/states/use-hydrated.ts'
import type { Profile } from '#web/features/market/professionals/professionals.api.ts'

type OfferProps = Pick<Profile, 'professional'>

const load = () => import('./lazy-parts.tsx')
const LazyParts = lazyPart(load)

let loading: ReturnType<typeof load> | undefined
/** Loads the code of the offer; the server does so before it renders. */
export const loadOffer = () => (loading ??= withStatus(importWithRetries(load)))

/**
 * The offer of a profile. Its code and texts are no part of the first view, and nothing moves when they arrive: the
 * server's markup has it in its place, and a page that the browser renders waits for it, unless it is shown already.
 * rule: profile-content, layout-stability
 */
export function OfferPart({ isLater, ...props }: OfferProps & { isLater: boolean }) {
  const [isSent] = useState(useServerValue(true, false))
  if (isSent) return <SentOffer {...props} />
  const awaited = <AwaitedOffer {...props} />
  return isLater ? <Suspense>{awaited}</Suspense> : awaited
}

/** If another language is chosen before the server's markup is hydrated, it is replaced: its texts would not match. */
function SentOffer(props: OfferProps) {
  const { i18n } = useTranslation()
  const [isHydrated, setHydrated] = useState(false)
  const [language, setLanguage] = useState(i18n.language)
  if (!isHydrated && language !== i18n.language) setLanguage(i18n.language)
  return <HydratedLater key={language} onHydrated={setHydrated} {...props} />
}

/** Memoized: a render before the server's markup is hydrated would take it away. */
const HydratedLater = memo((props: HydratedProps) => (
  <Suspense>
    <Hydrated {...props} />
  </Suspense>
))

type HydratedProps = OfferProps & { onHydrated: (is: true) => void }

function Hydrated({ onHydrated, ...props }: HydratedProps) {
  const { default: Parts } = use(loadOffer())
  useEffect(() => onHydrated(true), [onHydrated])
  return <Parts part="offer" {...props} />
}

function AwaitedOffer(props: OfferProps) {
  const { i18n } = useTranslation()
  // Beside the code, not after it.
  if (!i18n.has('offer')) void i18n.load().catch(() => {})
  return <LazyParts part="offer" {...props} />
}
