import { classNames } from '#web/ui/class-names.ts'

type Column = { name: string; isNumber?: boolean }

/** A dense table. Cells wrap on narrow screens; wider ones scroll inside their frame, which the keyboard reaches. */
export function DataTable({
  caption,
  columns,
  rows,
}: {
  caption: string
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="card max-h-96 overflow-auto" role="group" aria-label={caption} tabIndex={0}>
      <table className="tabular w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 border-b border-edge bg-surface text-soft">
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th
                key={name}
                scope="col"
                className={classNames('px-2 py-2 font-medium md:px-4', isNumber && 'text-right')}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((cells) => (
            <tr key={cells.join('|')}>
              {cells.map((cell, index) => (
                <td
                  key={columns[index]?.name}
                  className={classNames(
                    'px-2 py-2 md:px-4 md:whitespace-nowrap',
                    columns[index]?.isNumber && 'text-right',
                  )}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
