import type { KeyboardEvent } from 'react'

/**
 * Whether an input method takes this key, such as the Enter that chooses a Japanese word. Safari sends that Enter after
 * the composition has ended, so there only the key's old code tells. rule: accessibility
 */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229
