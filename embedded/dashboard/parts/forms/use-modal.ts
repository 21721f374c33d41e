/** Opens a dialog over the page for as long as it is shown. */
import { type RefObject, useEffect, useRef } from "react";

export interface Modal {
  dialog: RefObject<HTMLDialogElement | null>;
  /** Closes the dialog: for its buttons, and for Escape as its `onCancel`. */
  leave(): void;
}

/** @param close - takes the dialog off the page */
export function useModal(close: () => void): Modal {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const leave = (): void => {
    // gives the focus back
    dialog.current?.close();
    // at once: the browser's `close` event comes after a key that is pressed next, which would then be lost
    close();
  };
  return { dialog, leave };
}
