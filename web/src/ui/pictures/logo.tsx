import { PRODUCT_NAME } from '#contract/product.ts'
import { mark } from '#drawings/mark.ts'
import { Drawing } from './drawing.tsx'

const MARK = mark('currentColor', 'var(--color-citrus)')

/** The mark and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-ink">
      <Drawing svg={MARK} className="w-7 text-action" />
      <span className="font-display text-xl font-bold tracking-tight">{PRODUCT_NAME}</span>
    </span>
  )
}
