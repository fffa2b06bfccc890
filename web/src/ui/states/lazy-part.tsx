import { lazy, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { toast } from './toast-store.ts'
import { ConnectionLost } from '#web/api/client.ts'
import { retryImport } from '#web/loading/retry-import.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'

/** The event of the window when a part could not be loaded. Its detail is the error. */
export const PART_LOAD_FAILED = 'lustra:part-failed'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A part of a screen whose code is loaded when it is first shown, inside a Suspense. If the code cannot be loaded, a
 * toast says so, its `onClose` is called if it has one, and the next time the part is shown it is loaded again.
 * rule: new-version
 */
export function lazyPart<Props extends object>(first: Load<Props>) {
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

  function Failed(props: Props) {
    const refusalText = useRefusalText()
    useEffect(() => {
      part = attempt()
      toast.problem(refusalText(new ConnectionLost('A part could not be loaded')))
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose()
    })
    return null
  }

  return function LazyPart(props: Props & { onClose?: () => void }) {
    const [Part] = useState(() => part)
    return <Part {...props} />
  }
}
