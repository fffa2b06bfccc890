import type { ReactNode } from 'react'
import { useFormat } from '#web/i18n/format.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Logo } from './pictures/logo.tsx'
import { TextLink } from './text-link.tsx'

type PaperProps = {
  title: string
  number: string
  /** Each with its name. */
  facts: readonly (readonly [name: string, fact: ReactNode])[]
  /** The texts of the head and the foot of the table. */
  words: { what: string; amount: string; total: string }
  lines: readonly { key: string; what: ReactNode; amount: number }[]
  total: number
  className?: string
  children?: ReactNode
}

/** An invoice or a receipt, made to print on one sheet. rule: billing-history, receipts */
export function Paper(props: PaperProps) {
  const { title, number, facts, words, lines, total, className = '', children } = props
  const format = useFormat()
  return (
    <article
      className={classNames(
        'card flex flex-col gap-8 p-5 md:p-10 print:border-0 print:p-0',
        className,
      )}
    >
      <header className="flex flex-wrap items-start justify-between gap-4">
        <Logo />
        <div className="md:text-right">
          <h1 className="text-2xl">{title}</h1>
          <p className="tabular text-soft">{number}</p>
        </div>
      </header>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-2 print:grid-cols-2">
        {facts.map(([name, fact]) => (
          <div key={name} className="min-w-0 break-words">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="font-medium">{fact}</dd>
          </div>
        ))}
      </dl>
      <table className="tabular w-full text-left">
        <thead className="border-b border-edge text-sm text-soft">
          <tr>
            <th scope="col" className="py-2 pr-4 font-normal">
              {words.what}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, what, amount }) => (
            <tr key={key}>
              <td className="py-2 pr-4 wrap-anywhere">{what}</td>
              <td className="py-2 text-right align-top">{format.money(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-edge text-lg font-semibold">
          <tr>
            <th scope="row" className="py-3 pr-4">
              {words.total}
            </th>
            <td className="py-3 text-right">{format.money(total)}</td>
          </tr>
        </tfoot>
      </table>
      {children}
    </article>
  )
}

/** The way back, and the button that prints; `print` is its text, once there is something to print. */
export function PaperBar({ href, back, print }: { href: string; back: string; print?: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
      <TextLink href={href}>{back}</TextLink>
      {print && (
        <Button look="quiet" onClick={() => window.print()}>
          {print}
        </Button>
      )}
    </div>
  )
}
