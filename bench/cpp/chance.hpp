// What both games share: chance as docs/language.md specifies it, the random players' choices, and the program around a game.
#pragma once

#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

constexpr int PLAYERS = 4;
constexpr std::uint64_t GOLDEN = 0x9E3779B97F4A7C15;
constexpr std::uint64_t CHOICES = 0x5DEECE66D1CE4E5B;

// SplitMix64's finisher.
constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

// The seed of the index-th game (from 0) of a series.
constexpr std::uint64_t game_seed(std::uint64_t seed, std::uint64_t index) {
    return mix(mix(seed) + (index + 1) * GOLDEN);
}

// The k-th number of a stream (k from 1), below count.
constexpr std::uint32_t below(std::uint64_t stream, std::uint64_t k, std::uint32_t count) {
    return static_cast<std::uint32_t>(((mix(stream + k * GOLDEN) >> 32) * count) >> 32);
}

// The chance of the game: no number is used where there is one outcome.
struct Chance {
    std::uint64_t seed;
    std::uint32_t counter = 0;

    std::uint32_t draw(std::uint32_t count) { return count == 1 ? 0 : below(seed, ++counter, count); }

    template <typename Piece> void shuffle(Piece* pieces, std::uint32_t count) {
        for (std::uint32_t i = count; i > 1; --i) std::swap(pieces[i - 1], pieces[draw(i)]);
    }
};

// What the random players choose: a number is used for every decision, also where there is one way.
struct Choices {
    std::uint64_t stream;
    std::uint32_t used = 0;

    explicit Choices(std::uint64_t game) : stream(mix(game ^ CHOICES)) {}

    std::uint32_t among(std::uint32_t count) {
        ++used;
        return count == 1 ? 0 : below(stream, used, count);
    }
};

// How a game ended: all scores, the winners as a set of seats, decisions made, numbers of chance used.
struct Result {
    std::array<std::int32_t, PLAYERS> scores;
    std::uint32_t winners;
    std::uint32_t decisions;
    std::uint32_t chance;
};

// The seats with the highest rank; a rank puts what breaks ties below what counts first.
inline std::uint32_t best(const std::array<std::int32_t, PLAYERS>& ranks) {
    std::int32_t most = ranks[0];
    for (std::int32_t rank : ranks) most = rank > most ? rank : most;
    std::uint32_t seats = 0;
    for (int p = 0; p < PLAYERS; ++p) seats |= static_cast<std::uint32_t>(ranks[p] == most) << p;
    return seats;
}

// FNV-1a over the numbers of all results, 32 bits of each at a time.
struct Checksum {
    std::uint64_t value = 0xCBF29CE484222325;

    void add(std::uint32_t number) { value = (value ^ number) * 0x100000001B3; }

    void add(const Result& result) {
        for (std::int32_t score : result.scores) add(static_cast<std::uint32_t>(score));
        add(result.winners);
        add(result.decisions);
        add(result.chance);
    }
};

inline void print_row(std::uint64_t index, const Result& result) {
    std::printf("%" PRIu64, index);
    for (std::int32_t score : result.scores) std::printf(" %" PRId32, score);
    std::printf(" %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", result.winners, result.decisions, result.chance);
}

// NAME FIRST COUNT SEED [--rows]: play a series; print a line a game, or the checksum, processor seconds and games a second.
template <typename Play> int play_series(int argc, char** argv, Play play) {
    const bool rows = argc == 5 && std::strcmp(argv[4], "--rows") == 0;
    if (argc != 4 && !rows) {
        std::fprintf(stderr, "usage: %s FIRST COUNT SEED [--rows]\n", argv[0]);
        return 2;
    }
    const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
    const std::uint64_t count = std::strtoull(argv[2], nullptr, 10);
    const std::uint64_t seed = std::strtoull(argv[3], nullptr, 10);
    Checksum checksum;
    const std::clock_t began = std::clock();
    for (std::uint64_t index = first; index < first + count; ++index) {
        const Result result = play(game_seed(seed, index));
        checksum.add(result);
        if (rows) print_row(index, result);
    }
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    if (!rows) {
        const double speed = seconds > 0 ? static_cast<double>(count) / seconds : 0;
        std::printf("%016" PRIx64 " %.6f %.0f\n", checksum.value, seconds, speed);
    }
    return 0;
}
