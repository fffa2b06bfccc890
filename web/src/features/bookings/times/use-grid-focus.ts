import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'

type GridFocus = {
  /** The cell that is the grid's tab stop at first. */
  start: number
  /** The number of cells of each row. */
  rows: readonly number[]
  /** Whether that cell gets the focus when the grid appears. Used once: later appearances leave the focus alone. */
  takesFocus: RefObject<boolean>
  onPage?: (step: 1 | -1, index: number) => void
  onEscape?: () => void
}

/**
 * The keyboard of a grid with one tab stop. Arrows move by a cell or a row, Home and End within the row, with Ctrl in
 * the grid. Page Up and Page Down turn the page. Cells have the role gridcell. rule: slot-picker
 */
export function useGridFocus({ start, rows, takesFocus, onPage, onEscape }: GridFocus) {
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
    const target = targetOf(key, active, rows, ctrlKey)
    if (target === undefined) return
    event.preventDefault()
    focus(target)
  }
  return { ref, active, setActive, onKeyDown }
}

/** The cell to which a key leads; -1 or too many: none. Undefined for other keys. */
function targetOf(key: string, active: number, rows: readonly number[], ctrlKey: boolean) {
  const count = rows.reduce((sum, length) => sum + length, 0)
  const startOf = (row: number) => rows.slice(0, row).reduce((sum, length) => sum + length, 0)
  const row = rows.findIndex((length, index) => active < startOf(index) + length)
  const rowStart = startOf(row)
  const inRow = (other: number) => {
    const length = rows[other]
    return length ? startOf(other) + Math.min(active - rowStart, length - 1) : -1
  }
  const targets: Record<string, number> = {
    ArrowLeft: active - 1,
    ArrowRight: active + 1,
    ArrowUp: inRow(row - 1),
    ArrowDown: inRow(row + 1),
    Home: ctrlKey ? 0 : rowStart,
    End: (ctrlKey ? count : rowStart + (rows[row] ?? 0)) - 1,
  }
  return targets[key]
}

/** The cells in rows, each with its position, which begins at `first`. */
export function cellsOf<Cell>(cells: readonly Cell[], columns: number, first = 0) {
  const numbered = cells.map((cell, index) => ({ cell, index: first + index }))
  return Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    numbered.slice(row * columns, (row + 1) * columns),
  )
}
