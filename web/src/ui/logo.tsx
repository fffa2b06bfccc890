import { PRODUCT_NAME } from '#contract/product.ts'
import { mark } from '#drawings/mark.ts'

const MARK = { __html: mark('currentColor', 'var(--color-citrus)') }

/** The mark and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-ink">
      <span className="block text-action [&>svg]:size-7" dangerouslySetInnerHTML={MARK} />
      <span className="font-display text-xl font-bold tracking-tight">{PRODUCT_NAME}</span>
    </span>
  )
}
