"""How many runs of the attention layer that fails end well under each protection, and what rescues a failed run."""
from dataclasses import dataclass

import matplotlib
import numpy as np

from numerics.experiments import attention_failure as toy
from reports.figures.style import BLUE, GREEN, GREY, MIST, ORANGE, RED, SETTINGS, Caption, canvas

RATES = (1.0, 1.2)
SHOWN = {"nothing": RED, "clipping at 1": BLUE, "logarithmic": GREEN}
LABELS = {"nothing": "nothing", "clipping at 1": "gradient clipping at norm 1", "logarithmic": "smoothing, logarithmic",
          "softplus": "smoothing, softplus", "softmax": "smoothing, softmax", "clip": "smoothing, clip",
          "logarithmic, unguarded": "logarithmic, unguarded", "softplus, unguarded": "softplus, unguarded",
          "softmax, unguarded": "softmax, unguarded", "skip": "control: skip",
          "reset": "control: reset", "skip and reset": "control: skip and reset",
          "smoothing alone": "smoothing alone"}
GUARDED = ("logarithmic", "softplus", "softmax", "clip")
SETUP = (rf"Seeds {toy.HELD_OUT[0]} to {toy.HELD_OUT[-1]}, held out: learning rate 1 and the batch were chosen on "
         rf"seeds 0 to 7, clipping and detector are not tuned. Width {toy.WIDTH}, {toy.TOKENS} tokens, batches of "
         rf"{toy.BATCH}, momentum {toy.MOMENTUM}, {toy.STEPS} steps; a run fails if its final loss exceeds "
         rf"{toy.FAILED}. Detector: threshold 3, rate 0.1, 10 steps of warm-up.")


@dataclass(frozen=True)
class Data:
    """`toy.Runs` by learning rate and protection, and how many failed runs each way of rescue saves."""
    runs: dict
    rescues: dict


def compute():
    return Data({rate: toy.survey(learning_rate=rate) for rate in RATES}, toy.rescues())


def successes(data, name, rate):
    return data.runs[rate][name].successes


def caption(data):
    wins = all(successes(data, "clipping at 1", r) >= max(successes(data, n, r) for n in GUARDED) for r in RATES)
    forced = data.rescues
    return Caption(
        title="What saves an attention layer at a learning rate at which it fails",
        finding=f"Gradient clipping {'beats' if wins else 'does not beat'} every guarded policy; smoothing that lowers "
                "values comes close; only smoothing rescues.",
        shows=rf"Runs of {len(toy.HELD_OUT)} that end well, at learning rates {RATES[0]:g} (dark) and {RATES[1]:g} "
              r"(light). Softplus raises every value, so guarded it does nothing. The three controls use the same "
              r"detector and skip the spiking step, zero the momentum, or both; “smoothing alone” takes the step "
              r"and keeps the momentum.",
        parameters=SETUP,
        constants={"Rescue after failure":
                   f"of {forced['failed']} failed runs {forced['forced and watched']} recover with five forced "
                   f"smoothings and the detector, {forced['five forced']} with the five alone, {forced['watched']} with "
                   f"the detector alone, {forced['clipping']} with clipping, {forced['momentum reset']} with a momentum "
                   f"reset (SING-42 to SING-44)"})


def draw(data):
    figure = canvas(caption(data), 11, 5.2)
    figure.get_layout_engine().set(w_pad=0.2)
    with matplotlib.rc_context(SETTINGS):
        axis = figure.subplots()
        names, total = list(toy.PROTECTIONS), len(toy.HELD_OUT)
        for i, name in enumerate(names):
            colour = SHOWN.get(name, GREY if name in ("skip", "reset", "skip and reset") else ORANGE)
            for shift, rate, alpha in ((-0.2, RATES[0], 1), (0.2, RATES[1], 0.45)):
                count = successes(data, name, rate)
                axis.barh(i + shift, count, height=0.36, color=colour, alpha=alpha, lw=0)
                axis.text(count + 0.2, i + 1.05*shift, str(count), va="center_baseline", size=9.5)
        axis.set_yticks(range(len(names)), [LABELS[n] for n in names], size=10)
        axis.invert_yaxis()
        axis.set_xlim(0, total + 1.2)
        axis.axvline(total, color=MIST, lw=1, zorder=0)
        axis.set_xlabel(f"runs of {total} that end well")
        axis.legend([matplotlib.patches.Patch(color=GREY, alpha=a) for a in (1, 0.45)],
                    [f"learning rate {rate:g}" for rate in RATES], loc="lower right", frameon=False)
    return figure


def table(data):
    """The outcomes as Markdown."""
    lines = ["| protection | " + " | ".join(f"lr {r:g}: end well | median loss | mean spikes" for r in RATES) + " |",
             "|---|" + "---:|"*(3*len(RATES))]
    for name in toy.PROTECTIONS:
        cells = []
        for rate in RATES:
            runs = data.runs[rate][name]
            cells += [f"{runs.successes}/{len(runs.seeds)}", f"{np.median(runs.final):.2g}",
                      f"{runs.spikes.mean():.1f}"]
        lines.append(f"| {LABELS[name]} | " + " | ".join(cells) + " |")
    lines += ["", "| from the middle of training on | failed runs that recover |", "|---|---:|"]
    for name in toy.RESCUES:
        lines.append(f"| {name} | {data.rescues[name]}/{data.rescues['failed']} |")
    return "\n".join(lines) + "\n"
