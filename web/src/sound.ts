// Short sounds, made on the spot: a piece that lands, a turn that comes, a game that ends.
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function tone(frequency: number, at: number, seconds: number, volume: number): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(volume, context.currentTime + at);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + at + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(context.currentTime + at);
  oscillator.stop(context.currentTime + at + seconds);
}

export function sound(kind: "piece" | "turn" | "end"): void {
  if (!settings.hasSound) return;
  context ??= new AudioContext();
  if (kind === "piece") tone(190, 0, 0.08, 0.25);
  if (kind === "turn") [523, 659].forEach((each, at) => tone(each, at * 0.09, 0.2, 0.12));
  if (kind === "end") [392, 523, 659, 784].forEach((each, at) => tone(each, at * 0.12, 0.5, 0.12));
}
