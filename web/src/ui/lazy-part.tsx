import { lazy, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { toast } from './toast-store.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { retryImport } from '#web/loading/retry-import.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'

/** What the window hears when such a part did not come; its detail is the error. */
export const PART_LOAD_FAILED = 'lustra:part-failed'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A part of a screen that is fetched when it is first shown, within a Suspense. What cannot be fetched breaks nothing: that is said,
 * `onClose` puts it away, and the next time it is asked for anew.
 */
export function lazyPart<Props extends { onClose?: () => void }>(first: Load<Props>) {
  let load = first
  const attempt = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        load = retryImport(load, error)
        window.dispatchEvent(new CustomEvent(PART_LOAD_FAILED, { detail: error }))
        return { default: Failed }
      }),
    )
  let part = attempt()

  function Failed({ onClose }: Props) {
    const refusalText = useRefusalText()
    useEffect(() => {
      part = attempt()
      toast.problem(refusalText(new ConnectionLost('A part did not come')))
      onClose?.()
    })
    return null
  }

  return function Later(props: Props) {
    const [Part] = useState(() => part)
    return <Part {...props} />
  }
}
