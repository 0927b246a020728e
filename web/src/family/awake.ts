// Keeps a screen that nobody touches from going dark, where the browser can: over HTTPS, or on the server's own device.
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const release = () => void lock?.release().catch(() => undefined);

  async function take(): Promise<void> {
    if (document.hidden || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (isOver) release();
    } catch {
      // A battery that runs low is a reason to say no.
    }
  }
  const retake = () => void take(); // whoever looks elsewhere gives it back

  document.addEventListener("visibilitychange", retake);
  void take();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", retake);
    release();
  };
}
