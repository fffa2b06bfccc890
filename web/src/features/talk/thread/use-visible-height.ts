import { useEffect } from 'react'

const PROPERTY = '--visible-height'

/**
 * Tells the style sheet how much of the window the keyboard on a screen leaves, while this screen is shown. Browsers
 * that do not make the window lower lay the keyboard over its lower part. rule: message-screen
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const update = () => {
      // A page that is zoomed shows a part of the window too.
      const isCovered = viewport.scale === 1 && viewport.height < window.innerHeight - 1
      if (!isCovered) return void style.removeProperty(PROPERTY)
      style.setProperty(PROPERTY, `${viewport.height}px`)
      // The browser has scrolled the field into view, to where nothing is now.
      window.scrollTo(0, 0)
    }
    viewport.addEventListener('resize', update)
    return () => {
      viewport.removeEventListener('resize', update)
      style.removeProperty(PROPERTY)
    }
  }, [])
}
