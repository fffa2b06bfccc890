import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'

type GridFocus = {
  /** The cell that is the grid's tab stop at first. */
  start: number
  count: number
  columns: number
  /** Whether that cell gets the focus when the grid appears. Used once: later appearances leave the focus alone. */
  takesFocus: RefObject<boolean>
  onPage?: (step: 1 | -1, index: number) => void
  onEscape?: () => void
}

/**
 * The keyboard of a grid with one tab stop. Arrows move by a cell or a row, Home and End within the row, with Ctrl in
 * the grid. Page Up and Page Down turn the page. Cells have the role gridcell. rule: slot-picker
 */
export function useGridFocus({ start, count, columns, takesFocus, onPage, onEscape }: GridFocus) {
  const ref = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(start)
  const focus = (index: number) =>
    ref.current?.querySelectorAll<HTMLElement>('[role=gridcell]')[index]?.focus()
  useLayoutEffect(() => {
    if (takesFocus.current) focus(start)
    takesFocus.current = false
    // Only when the grid appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey } = event
    if (key === 'Escape' && onEscape) {
      // Otherwise the dialog would close.
      event.preventDefault()
      onEscape()
      return
    }
    if ((key === 'PageUp' || key === 'PageDown') && onPage) {
      event.preventDefault()
      onPage(key === 'PageDown' ? 1 : -1, active)
      return
    }
    const rowStart = active - (active % columns)
    const targets: Record<string, number> = {
      ArrowLeft: active - 1,
      ArrowRight: active + 1,
      ArrowUp: active - columns,
      ArrowDown: active + columns,
      Home: ctrlKey ? 0 : rowStart,
      End: ctrlKey ? count - 1 : Math.min(count, rowStart + columns) - 1,
    }
    const target = targets[key]
    if (target === undefined) return
    event.preventDefault()
    if (target >= 0 && target < count) focus(target)
  }
  return { ref, active, setActive, onKeyDown }
}

/** The cells in rows, each with its position. */
export function cellsOf<Cell>(cells: readonly Cell[], columns: number) {
  const numbered = cells.map((cell, index) => ({ cell, index }))
  return Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    numbered.slice(row * columns, (row + 1) * columns),
  )
}
