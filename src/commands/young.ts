import v8 from 'node:v8'

/**
 * Lets V8 enlarge the space for new objects, to all that it may have as soon as much in it lives
 * on. `main.js` forbids it: a start leaves much garbage behind, and a server would keep the room
 * for it, 24 MB, while nobody asks it anything.
 */
export const letYoungGrow = (): void => v8.setFlagsFromString('--semi-space-growth-factor=16')
