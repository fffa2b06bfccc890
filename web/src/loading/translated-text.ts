/**
 * A browser that translates the page puts a <font> in the place of each text. React keeps the text: it could not remove
 * it, nothing could be inserted before it, and a change of it would not be seen. So each text goes back to its place
 * before React touches it; the browser then translates it again. rule: language-choice
 */
const standIns = new WeakMap<Node, ChildNode>()

new MutationObserver((changes) => {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes) {
    const [text] = removedNodes
    // In one step, or first the one and then the other.
    const standIn = [addedNodes[0], previousSibling, nextSibling].find(
      (node) => node?.nodeName === 'FONT',
    )
    if (text instanceof Text && standIn) standIns.set(text, standIn as ChildNode)
  }
}).observe(document, { childList: true, subtree: true })

function putBack(node: Node | null): void {
  const standIn = node && standIns.get(node)
  if (!standIn) return
  standIns.delete(node)
  if (standIn.isConnected) standIn.replaceWith(node)
}

const { prototype } = Node
for (const name of ['removeChild', 'insertBefore', 'appendChild'] as const) {
  const original = prototype[name] as (node: Node, before?: Node | null) => Node
  prototype[name] = function (this: Node, node: Node, before: Node | null = null) {
    putBack(node)
    putBack(before)
    if (name === 'removeChild' && node.parentNode !== this) return node
    return original.call(this, node, before?.parentNode === this ? before : null)
  } as never
}

const value = Object.getOwnPropertyDescriptor(prototype, 'nodeValue')!
Object.defineProperty(prototype, 'nodeValue', {
  ...value,
  set(this: Node, text: string) {
    putBack(this)
    value.set!.call(this, text)
  },
})
