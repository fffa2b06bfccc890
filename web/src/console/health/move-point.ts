const PAGE = 7

/** The point that a key leads to from this one, of so many; undefined for other keys. rule: marketplace-health */
export function movePoint(key: string, point: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowLeft: point - 1,
    ArrowDown: point - 1,
    ArrowRight: point + 1,
    ArrowUp: point + 1,
    PageDown: point - PAGE,
    PageUp: point + PAGE,
    Home: 0,
    End: count - 1,
  }
  const moved = moves[key]
  return moved === undefined ? undefined : Math.min(Math.max(moved, 0), count - 1)
}
